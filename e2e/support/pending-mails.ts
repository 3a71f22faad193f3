import { openPool } from '@espalier/postgres'

/** Returns a time zone in which it is noon, because no digest is sent at night. */
export function findNoonZone(now: Date): string {
  const hoursAhead = 12 - now.getUTCHours()
  return `Etc/GMT${hoursAhead >= 0 ? '-' : '+'}${Math.abs(hoursAhead)}`
}

/** Sends the mails about notifications now, which a server otherwise does after a minute and once a day. */
export async function sendPendingMails(connectionString: string): Promise<void> {
  const pool = openPool({ connectionString })
  try {
    await pool.query("update notifications set at = at - interval '2 minutes'")
    await pool.query('update digests set day = day - 1')
    await pool.query("select graphile_worker.add_job('mail-notifications', '{}'::json)")
  } finally {
    await pool.end()
  }
}
