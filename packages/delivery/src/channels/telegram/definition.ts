import type { ChannelRows } from '../../ledger/channel-rows.ts'

export const telegram = {
  targets: (db) => db`
    select m.id, m.user_id, channel, coalesce(t.chat_id, ''), 0,
      case when t.chat_id is null then 'the subscriber has linked no chat' end
    from chosen m left join telegram_links t on t.user_id = m.user_id
    where channel = 'telegram'`,
  refusals: (db) => db`
    when not exists (select 1 from telegram_links l where l.user_id = d.user_id and l.chat_id = d.address)
      then 'telegram is not linked'`,
  dropAddresses: async (tx, { addresses }) =>
    void (await tx`delete from telegram_links where chat_id = any(${[...addresses]})`),
} as const satisfies ChannelRows
