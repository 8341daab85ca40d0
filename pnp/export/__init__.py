"""Finished kits and faces in, files for other hands out: printers, print services, screens, cutters."""
