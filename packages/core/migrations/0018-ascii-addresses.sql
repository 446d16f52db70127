-- Addresses are compared after folding only A to Z. The lower() of most collations also folds other letters, such as
-- the Kelvin sign to k, and would make different addresses equal.
create function ascii_lower(value text) returns text
  language sql immutable strict parallel safe
  return lower(value collate "C");
create index users_verified_address on users (ascii_lower(email)) where email_verified;
drop index users_verified_email;
