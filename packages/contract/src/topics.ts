import type { ChartExchange } from '@finlist/domain/chart/padded'
import type { ExchangeId } from '@finlist/domain/markets'
import type { MessageTarget } from './messages.ts'

/**
 * Independently changing data, by kind and scope. Whatever is derived from it names the kind: the server's caches in
 * `dependsOn`, calls in `topics`, which tell browsers when to refetch.
 */
export type TopicScopes = {
  /** Issues, and the names and texts of stocks. */
  finlist: ExchangeId
  prices: ChartExchange
  /** Figures of every stock on the market's newest day, and of picks on the days of their issues. */
  board: ExchangeId
  patterns: ExchangeId
  markettrend: ExchangeId
  shareholding: 'HKEX'
  movers: 'HKEX'
  'profit-alerts': 'HKEX'
  education: 'videos' | 'sunday-club'
  /** Levels of the game. */
  game: 'GAME'
  /** Closings of the exchange that are not in the code. */
  closings: ExchangeId
  /** How often chance shows the bases. */
  chance: ExchangeId
  /** Outcomes of picks. */
  'track-record': ExchangeId
  /** Exchange rates, in Hong Kong dollars. */
  rates: 'HKD'
  messages: MessageTarget
}
export type TopicKind = keyof TopicScopes

/** What answers are derived from: topics, and a person's own positions and alerts, which no publish changes. */
export type AnswerTopic = TopicKind | 'positions' | 'alerts'

/** A kind in a scope: 'finlist:HKEX'. */
export type Topic = { [Kind in TopicKind]: `${Kind}:${TopicScopes[Kind]}` }[TopicKind]
