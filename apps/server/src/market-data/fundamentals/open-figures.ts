import type { Config } from '../../config.ts'
import type { ClientSettings } from '../vendors/source-client.ts'
import { eodhdFigures } from './eodhd-figures.ts'
import type { FiguresSource } from './figures-source.ts'
import { openSec } from './sec.ts'

export const marketsWithFigures = ['HKEX', 'US', 'CN', 'TW'] as const
export type MarketWithFigures = (typeof marketsWithFigures)[number]

const settingNames = /^(?:FUNDAMENTALS|SEC|EODHD)_/
export type FiguresSettings = Pick<Config, Extract<keyof Config, `${'FUNDAMENTALS' | 'SEC' | 'EODHD'}_${string}`>>

/** Picks the settings of sources of figures, in a form that can be passed to a thread. */
export const figuresSettings = (config: FiguresSettings): FiguresSettings =>
  Object.fromEntries(Object.entries(config).filter(([name]) => settingNames.test(name))) as FiguresSettings

/** The source of figures that the operator has configured for the market; undefined if there is none. */
export function openFigures(
  settings: FiguresSettings,
  exchange: MarketWithFigures,
  forTests: Pick<ClientSettings, 'pause'> = {},
): FiguresSource | undefined {
  switch (settings[`FUNDAMENTALS_${exchange}`]) {
    case 'sec':
      return openSec(settings, forTests)
    case 'eodhd':
      return eodhdFigures(exchange, settings, forTests)
    default:
      return undefined
  }
}
