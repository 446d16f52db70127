-- Lets a sync that is stopped during its replay of changes continue there instead of replaying all of them again.

-- Changes before this instant have been replayed. Those since are replayed up to the position.
alter table index_syncs add column replayed_to timestamptz;
