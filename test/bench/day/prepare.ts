// The state before the day, and the schedules at its speed.
import { EARLY_MS } from '@pauta/scraper/store/site-state'
import type { DbPool } from '@pauta/platform/database/database'
import { tables } from '../../kit/rows/tables.ts'
import { listNewsDays, SPEED, type DayPlan } from './plan.ts'

/**
 * Makes the pauses between two runs of a site pass at the speed of the day. The functions compute them in real minutes,
 * so the database shortens what they store, and keeps each pause as it was. A run may come `EARLY_MS` before the end of
 * its pause, a find counts for two hours, and known articles are asked for again after eight hours.
 */
async function shortenPauses(db: DbPool): Promise<void> {
  await db`create table bench_speed (speed numeric not null)`
  await db`insert into bench_speed values (${SPEED})`
  await db`create table bench_pauses (agency_key text not null, ended_at timestamptz not null, pause interval not null)`
  await db`create table bench_early (early interval not null)`
  await db`insert into bench_early values (${EARLY_MS} * interval '1 millisecond')`
  await db`
    create function bench_shorten_pauses() returns trigger language plpgsql as $$
    declare
      part float8 := (select 1 / speed from bench_speed);
    begin
      if new.next_at is distinct from old.next_at then
        insert into bench_pauses
          select new.agency_key, new.last_run_at, new.next_at - new.last_run_at where new.next_at is not null;
        new.next_at := new.last_run_at + (new.next_at - new.last_run_at) * part
          + (select early from bench_early) * (1 - part);
      end if;
      if new.last_found_at is distinct from old.last_found_at then
        new.last_found_at := new.last_found_at - interval '2 hours' * (1 - part);
      end if;
      if new.last_looked_again_at is distinct from old.last_looked_again_at then
        new.last_looked_again_at := new.last_looked_again_at - interval '8 hours' * (1 - part);
      end if;
      return new;
    end $$`
  await db`
    create trigger bench_shorten_pauses before update on scrape_sites
    for each row execute function bench_shorten_pauses()`
}

/** Writes the scraper's state of each site, and the clippings with their authors. The weekly deep pass is over. */
export async function prepareDay(db: DbPool, plan: DayPlan, dayStart: Date): Promise<void> {
  const { agencies, clippings } = plan
  await tables.scrapeSites.add(
    db,
    agencies.map((agency) => ({
      agencyKey: agency.site.key,
      newsDays: listNewsDays(agency, dayStart),
      lastDeepAt: dayStart,
    })),
  )
  await shortenPauses(db)
  // Earlier articles were written without messages, so no worker does their open steps, and the end of the day waits for
  // every open step.
  await db`delete from pipeline_steps where status <> 'done'`
  await tables.users.add(
    db,
    clippings.map(({ id }) => ({ id, email: `${id}@exemplo.org`, emailVerified: true })),
  )
  await tables.clippings.add(
    db,
    clippings.map(({ id, dueAt }) => ({
      id,
      authorUserId: id,
      name: id,
      schedule: '0 8 * * *',
      nextRunAt: new Date(dayStart.getTime() + dueAt / SPEED),
    })),
  )
  await tables.recortes.add(
    db,
    clippings.map(({ id, agencies: keys }) => ({
      id,
      clippingId: id,
      position: 0,
      title: 'Órgãos',
      agencies: [...new Set(keys)],
    })),
  )
  await tables.subscriptions.add(
    db,
    clippings.map(({ id }) => ({ id, clippingId: id, userId: id, role: 'AUTHOR' })),
  )
  await tables.subscriptionChannels.add(
    db,
    clippings.map(({ id }) => ({ subscriptionId: id, channel: 'email' })),
  )
}
