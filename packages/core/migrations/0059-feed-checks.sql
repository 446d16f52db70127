-- When the page of a topic was last compared with what the subscriber has. A topic is read until that is some minutes after
-- the last event, also when the job did not run in those minutes. Null is never, so that the next run reads it.
alter table feed_subscriptions add column checked_at timestamptz;
