"""The sky of «Через Промежуток»: where a dragon may get with a throw, how many throws that takes."""
