-- Since when the tracker calls the webhook with another secret than the stored one, or with none. Null: the last call was good.
alter table tracker_settings add column webhook_refused_at timestamptz;
