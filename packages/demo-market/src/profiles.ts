import type { ExchangeId } from '@finlist/domain/markets'
import { cn } from './profiles/cn.ts'
import { hkex } from './profiles/hkex.ts'
import { jp } from './profiles/jp.ts'
import type { Profile } from './profiles/profile.ts'
import { tw } from './profiles/tw.ts'
import { us } from './profiles/us.ts'

/** The profiles of the demo's markets. */
const profiles: Partial<Record<ExchangeId, Profile>> = { HKEX: hkex, US: us, JP: jp, CN: cn, TW: tw }

export const demoExchanges = Object.keys(profiles) as ExchangeId[]

/** The market's profile. Throws if the demo does not have the market. */
export function profileOf(exchange: ExchangeId): Profile {
  const profile = profiles[exchange]
  if (!profile) throw new Error(`The demo has no ${exchange}`)
  return profile
}
