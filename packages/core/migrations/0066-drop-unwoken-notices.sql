-- deliveries_fresh_notices has its rows.
drop index deliveries_unwoken_notices;
