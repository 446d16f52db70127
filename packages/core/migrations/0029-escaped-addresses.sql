-- One key for all percent-encodings of an address (RFC 3986, section 6.2.2): unreserved characters are decoded, and
-- characters that a browser encodes are encoded. `address_key` ignores the case of the hex digits, as of all letters.

create function fold_escapes(address text) returns text
  language sql immutable parallel safe
  return case when address !~ '[^\x21-\x7e]|[%"<>^`{|}]' then address else (
    select string_agg(
      case
        when token ~* '^%(2[de]|3[0-9]|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])$'
          then chr(get_byte(decode(substr(token, 2), 'hex'), 0))
        when token ~ '^([^\x21-\x7e]|["<>^`{|}])$'
          then regexp_replace(upper(encode(convert_to(token, 'UTF8'), 'hex')), '(..)', '%\1', 'g')
        else token
      end, '' order by place)
    from regexp_matches(address, '%[0-9A-Fa-f]{2}|.', 'g') with ordinality as found (tokens, place),
      lateral (select tokens[1]) as one (token))
  end;

create or replace function address_key(address text) returns text
  language sql immutable parallel safe
  return 'url ' || md5(lower(
    rtrim(
      regexp_replace(
        regexp_replace(
          regexp_replace(
            fold_escapes(regexp_replace(address, '#.*$', '')),
            '^https?://(www\.)?', '', 'i'),
          '^([^/?]*):(?:80|443)(?=[/?]|$)', '\1'),
        '(?<=[?&])(?:utm_[a-z_]+|fbclid|gclid)=[^&]*(?:&|$)', '', 'gi'),
      '/?&')));

insert into taken_down_keys (key, unique_id)
select address_key(url), unique_id from articles where deleted_at is not null and removed_at is null
on conflict do nothing;
