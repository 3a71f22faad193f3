import type { ColumnType, Generated } from 'kysely'

import type { SubscriptionStatus } from '@espalier/domain'

export interface AccountsTable {
  id: string
  user_id: string
  email: string
  firstname: string | null
  lastname: string | null
  picture: string | null
  subscription_status: SubscriptionStatus | null
  trial_end: Date | null
  created_at: Generated<Date>
  updated_at: ColumnType<Date, Date | undefined, Date>
}

export interface Tables {
  accounts: AccountsTable
}
