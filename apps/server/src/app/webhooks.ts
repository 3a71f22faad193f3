import { secondMs } from '@espalier/domain'
import { createJobQueue } from '../adapters/graphile-worker/job-queue.ts'
import type { Slice } from '../api/slice.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import { createMailer } from '../features/mail/index.ts'
import {
  createSwitchedOffMails,
  createWebhooks,
  createWebhookSender,
  webhooksSlice,
} from '../features/webhooks/index.ts'
import type { Audit, Log } from '../ports/log.ts'
import type { Rates } from '../ports/rates.ts'
import { createSealing } from '../security/cryptography.ts'
import type { Origins } from '../transport/http/origins.ts'
import type { ShutdownHooks } from './shutdown.ts'

interface WebhookParts {
  readonly config: Config
  readonly database: Database
  readonly jobDatabase: Database
  readonly secrets: readonly string[]
  readonly origins: Origins
  /** Null means no limits. */
  readonly rates: Rates | null
  readonly audit: Audit
  readonly log: Log
  readonly started: ShutdownHooks
}

/** A receiver has this long to answer. */
const answerMs = 15 * secondMs

/** Composes the webhooks of projects, and starts their sender on this server. */
export function composeWebhooks(parts: WebhookParts): Slice {
  const { config, database, jobDatabase, secrets, origins, rates, audit, log, started } = parts
  const posting = {
    sealing: createSealing(secrets),
    rules: { allowHosts: config.webhookAllowHosts, waitMs: answerMs },
    now: () => new Date(),
  }
  const sender = createWebhookSender({
    ...posting,
    database: jobDatabase,
    log,
    onSwitchedOff: createSwitchedOffMails({
      mailer: createMailer({ jobs: createJobQueue(jobDatabase.pool) }),
      productName: config.productName,
      webUrl: () => config.webUrl ?? origins.webOriginFor({ host: '' }),
    }),
  })
  started.add('webhooks', sender.start())
  return webhooksSlice(createWebhooks({ ...posting, database, rates, audit }))
}
