"""Help for text editors: JSON Schemas of every YAML file of a project, named in the file's first line."""
