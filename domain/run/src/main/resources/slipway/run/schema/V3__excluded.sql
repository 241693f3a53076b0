-- Nodes that a workload is kept away from, as a JSON object: each with what happened there. Before, it was a list of their
-- names, which kept nobody away.
update run_workload set excluded = '{}';
update run_past set excluded = '{}';
