import type { ImportKind } from '@finlist/contract/staff/imports'
import type { Importer } from './importer.ts'
import { closingImporter } from './kinds/closings.ts'
import { corporateActionImporter } from './kinds/corporate-actions.ts'
import { finListImporter } from './kinds/finlist.ts'
import { gameLevelImporter } from './kinds/game-levels.ts'
import { listingImporter } from './kinds/listings.ts'
import { marketTrendImporter } from './kinds/market-trend.ts'
import { moversImporter } from './kinds/movers.ts'
import { patternImporter } from './kinds/patterns.ts'
import { priceImporter } from './kinds/prices.ts'
import { profitAlertImporter } from './kinds/profit-alerts.ts'
import { rateImporter } from './kinds/rates.ts'
import { renameImporter } from './kinds/renames.ts'
import { shareholdingImporter } from './kinds/shareholding.ts'
import { simulatorStockImporter } from './kinds/simulator-stocks.ts'
import { stockImporter } from './kinds/stocks.ts'
import { videoImporter } from './kinds/videos.ts'

export const importers: Record<ImportKind, Importer> = {
  finlist: finListImporter,
  stocks: stockImporter,
  prices: priceImporter,
  'corporate-actions': corporateActionImporter,
  listings: listingImporter,
  renames: renameImporter,
  closings: closingImporter,
  rates: rateImporter,
  'simulator-stocks': simulatorStockImporter,
  'game-levels': gameLevelImporter,
  patterns: patternImporter,
  videos: videoImporter,
  markettrend: marketTrendImporter,
  shareholding: shareholdingImporter,
  movers: moversImporter,
  'profit-alerts': profitAlertImporter,
}
