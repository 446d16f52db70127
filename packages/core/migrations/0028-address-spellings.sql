-- One key for more spellings of an address: without the port of its scheme, and without the parameters that newsletters
-- and social networks add. Other parameters stay, because some sites name their articles by one.

create or replace function address_key(address text) returns text
  language sql immutable parallel safe
  return 'url ' || md5(lower(
    rtrim(
      regexp_replace(
        regexp_replace(
          regexp_replace(
            regexp_replace(address, '#.*$', ''),
            '^https?://(www\.)?', '', 'i'),
          '^([^/?]*):(?:80|443)(?=[/?]|$)', '\1'),
        '(?<=[?&])(?:utm_[a-z_]+|fbclid|gclid)=[^&]*(?:&|$)', '', 'gi'),
      '/?&')));

insert into taken_down_keys (key, unique_id)
select address_key(url), unique_id from articles where deleted_at is not null and removed_at is null
on conflict do nothing;
