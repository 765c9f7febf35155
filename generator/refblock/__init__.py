"""The Transformer block in plain NumPy: what the chapters compute with.

Every function is float64, acts on the last axis unless it says otherwise, and names where its formula stands.
`examples` holds the values that the chapters and the figures share.
"""
