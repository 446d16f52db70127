-- Addresses are compared after folding A to Z alone. The lower() of most collations folds other letters as well, such as
-- the Kelvin sign to k, so that one address would stand for another.
create function ascii_lower(value text) returns text
  language sql immutable strict parallel safe
  return lower(value collate "C");
create index users_verified_address on users (ascii_lower(email)) where email_verified;
drop index users_verified_email;
