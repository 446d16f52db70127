import type { ChannelRows } from '../../ledger/channel-rows.ts'

export const push = {
  name: 'push',
  targets: (db) => db`
    select m.id, m.user_id, channel, coalesce(p.endpoint, ''), 0,
      case when p.endpoint is null then 'the subscriber has no push subscription' end
    from chosen m left join push_subscriptions p on p.user_id = m.user_id
    where channel = 'push'`,
  refusals: (db) => db`
    when p.endpoint is null then 'the browser has no push subscription any more'
    when d.kind = 'new-articles' and not exists (
      select 1 from push_preferences f where f.user_id = d.user_id and f.enabled)
      then 'pushes for new articles are off'`,
  dropAddresses: async (tx, { addresses }) =>
    void (await tx`delete from push_subscriptions where endpoint = any(${[...addresses]})`),
} as const satisfies ChannelRows
