import type { FastifyInstance } from 'fastify'
import type { Services } from './boot/services.ts'
import { demoClockRoutes } from './demo/clock/routes.ts'
import { accountRoutes } from './features/account/routes.ts'
import { affiliateRoutes } from './features/affiliate/routes.ts'
import { alertRoutes } from './features/alerts/routes.ts'
import { billingRoutes } from './features/billing/routes.ts'
import { chanceRoutes } from './features/chance/routes.ts'
import { channelRoutes } from './features/channels/routes.ts'
import { dispatchRoutes } from './features/channels/staff.ts'
import { chartMemoryRoutes } from './features/chart/memory.ts'
import { chartRoutes } from './features/chart/routes.ts'
import { chartStorage } from './features/chart/storage.ts'
import { chartStorageProtocol } from './features/chart/storage-protocol.ts'
import { customerRoutes } from './features/customers/routes.ts'
import { dataRoutes } from './features/data/routes.ts'
import { educationRoutes } from './features/education/routes.ts'
import { finderRoutes } from './features/finder/routes.ts'
import { finListRoutes } from './features/finlist/routes.ts'
import { finTrainerRoutes } from './features/fintrainer/routes.ts'
import { inboxRoutes } from './features/inbox/routes.ts'
import { listViewRoutes } from './features/list-views/routes.ts'
import { marketTrendRoutes } from './features/market-trend/routes.ts'
import { messageRoutes } from './features/messages/routes.ts'
import { modelRoutes } from './features/models/routes.ts'
import { moversRoutes } from './features/movers/routes.ts'
import { jobRoutes } from './features/overview/jobs.ts'
import { overviewRoutes } from './features/overview/routes.ts'
import { pickingRoutes } from './features/picking/routes.ts'
import { profitAlertRoutes } from './features/profit-alerts/routes.ts'
import { rateRoutes } from './features/rates/routes.ts'
import { recordRoutes } from './features/record/routes.ts'
import { revenueRoutes } from './features/revenue/routes.ts'
import { screenerRoutes } from './features/screener/routes.ts'
import { shareholdingRoutes } from './features/shareholding/routes.ts'
import { stockMarkRoutes } from './features/stock-marks/routes.ts'
import { todayRoutes } from './features/today/routes.ts'
import { trackRecordRoutes } from './features/track-record/routes.ts'
import { uploadRoutes } from './features/uploads/routes.ts'
import { userRoutes } from './features/users/routes.ts'
import { watchlistRoutes } from './features/watchlist/routes.ts'

/**
 * Registers a feature's routes. A feature receives all services; the type of its parameter lists those that it uses.
 */
type Routes = (api: FastifyInstance, services: Services) => void | Promise<void>

/** The routes of every feature. */
export const routes: readonly Routes[] = [
  accountRoutes,
  billingRoutes,
  customerRoutes,
  revenueRoutes,
  affiliateRoutes,
  uploadRoutes,
  dataRoutes,
  pickingRoutes,
  overviewRoutes,
  jobRoutes,
  userRoutes,
  finListRoutes,
  chanceRoutes,
  modelRoutes,
  trackRecordRoutes,
  recordRoutes,
  finderRoutes,
  screenerRoutes,
  watchlistRoutes,
  listViewRoutes,
  stockMarkRoutes,
  todayRoutes,
  rateRoutes,
  marketTrendRoutes,
  shareholdingRoutes,
  moversRoutes,
  profitAlertRoutes,
  educationRoutes,
  finTrainerRoutes,
  chartRoutes,
  chartMemoryRoutes,
  chartStorage,
  chartStorageProtocol,
  messageRoutes,
  channelRoutes,
  dispatchRoutes,
  alertRoutes,
  inboxRoutes,
  demoClockRoutes,
]
