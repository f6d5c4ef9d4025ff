import { cn } from './markets/cn.ts'
import { hkex } from './markets/hkex.ts'
import { jp } from './markets/jp.ts'
import type { Trading } from './markets/trading.ts'
import { tw } from './markets/tw.ts'
import { us } from './markets/us.ts'
import type { ExchangeId } from './markets.ts'

/** The trading facts of each market. */
export const trading: Record<ExchangeId, Trading> = {
  HKEX: hkex,
  US: us,
  JP: jp,
  CN: cn,
  TW: tw,
}
