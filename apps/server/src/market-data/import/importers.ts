import type { ImportKind } from '@finlist/contract/imports'
import { closingImporter } from './closings.ts'
import { corporateActionImporter } from './corporate-actions.ts'
import { finListImporter } from './finlist.ts'
import { gameLevelImporter } from './game-levels.ts'
import type { Importer } from './importer.ts'
import { listingImporter } from './listings.ts'
import { marketTrendImporter } from './market-trend.ts'
import { moversImporter } from './movers.ts'
import { patternImporter } from './patterns.ts'
import { priceImporter } from './prices.ts'
import { profitAlertImporter } from './profit-alerts.ts'
import { rateImporter } from './rates.ts'
import { renameImporter } from './renames.ts'
import { shareholdingImporter } from './shareholding.ts'
import { simulatorStockImporter } from './simulator-stocks.ts'
import { stockImporter } from './stocks.ts'
import { videoImporter } from './videos.ts'

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
