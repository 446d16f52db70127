import type { ChannelRows } from '../../ledger/channel-rows.ts'

export const push = {
  targets: (db) => db`
    select m.id, m.user_id, channel, coalesce(p.endpoint, ''), 0,
      case when p.endpoint is null then 'the subscriber has no push subscription' end
    from chosen m left join push_subscriptions p on p.user_id = m.user_id
    where channel = 'push'`,
  refusals: (db, senderKey) => db`
    when p.endpoint is null then 'the browser has no push subscription any more'
    when p.sender_key <> ${senderKey} then 'the browser subscribed with an earlier key'
    when d.kind = 'new-articles' and not exists (
      select 1 from push_preferences f where f.user_id = d.user_id and f.enabled)
      then 'pushes for new articles are off'`,
  dropAddresses: async (tx, { addresses }) =>
    void (await tx`delete from push_subscriptions where endpoint = any(${[...addresses]})`),
  bindAddresses: async (db, { ids, senderKey }) =>
    void (await db`
      update push_subscriptions p set sender_key = ${senderKey}
      from deliveries d where d.id = any(${[...ids]}) and p.endpoint = d.address and p.user_id = d.user_id`),
} as const satisfies ChannelRows
