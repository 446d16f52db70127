-- Reads an instant from a text that somebody else wrote; null for a text that is none. PostgreSQL 16 has
-- pg_input_is_valid() for this, 15 has nothing. Parallel workers cannot catch errors.
create function instant_or_null(value text) returns timestamptz
  language plpgsql stable strict parallel unsafe
as $$
begin
  return value::timestamptz;
exception when data_exception then
  return null;
end
$$;
