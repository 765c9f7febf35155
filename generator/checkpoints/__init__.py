"""Two published models in refblock's parameter types, and the numbers of theirs that the book shows.

`python -m checkpoints` runs both and compares with docs/data. The models' files lie in two packages that are
not in the lock; nothing else of the project needs them: chapters read docs/data.
"""
