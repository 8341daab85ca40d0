"""Work on translations: begin one, keep it in step with its source, hand it to a translator and back."""
