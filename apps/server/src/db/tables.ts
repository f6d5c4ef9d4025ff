import type { AlertTables } from './tables/alerts.ts'
import type { BillingTables } from './tables/billing.ts'
import type { FintrainerTables } from './tables/fintrainer.ts'
import type { HouseTables } from './tables/house.ts'
import type { ListTables } from './tables/lists.ts'
import type { MarketDataTables } from './tables/market-data.ts'
import type { PeopleTables } from './tables/people.ts'

/** The tables after all migrations. bigint and numeric are read as numbers, dates as 'YYYY-MM-DD'. */
export interface Tables
  extends PeopleTables,
    BillingTables,
    MarketDataTables,
    ListTables,
    FintrainerTables,
    HouseTables,
    AlertTables {}
