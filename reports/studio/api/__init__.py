"""The operations, a router for each kind: `games`, `positions`, `records`, `searching`,
`judging`, `sets`, `tables`.

They take and give JSON and say what is wrong as `refusals.Refused`. Begin with `positions.py`.
"""
