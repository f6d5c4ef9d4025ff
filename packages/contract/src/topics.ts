import type { ChartExchange } from '@finlist/domain/chart/padded'
import type { ExchangeId } from '@finlist/domain/markets'
import type { MessageTarget } from './staff/message-targets.ts'

/**
 * Units of data that change independently, by kind and scope. Anything derived from them lists the kinds that it
 * depends on: the server's caches in `dependsOn`, and calls in `topics`. The topics of a call tell browsers when to
 * refetch.
 */
export type TopicScopes = {
  /** Issues, and the names and texts of stocks. */
  finlist: ExchangeId
  prices: ChartExchange
  /** Computed figures: of every stock on the market's newest day, and of picks on their issue's day. */
  board: ExchangeId
  patterns: ExchangeId
  markettrend: ExchangeId
  shareholding: 'HKEX'
  movers: 'HKEX'
  'profit-alerts': 'HKEX'
  education: 'videos' | 'sunday-club'
  /** Levels of FinTrainer. */
  game: 'GAME'
  /** Market closings in addition to those in the code. */
  closings: ExchangeId
  /** How often each base occurs by chance. */
  chance: ExchangeId
  /** Learned models of outcomes. */
  models: ExchangeId
  /** Outcomes of picks. */
  'track-record': ExchangeId
  /** Exchange rates, in Hong Kong dollars. */
  rates: 'HKD'
  messages: MessageTarget
}
export type TopicKind = keyof TopicScopes

/**
 * The data that responses are derived from: topics, and a user's own positions and alerts, which are not published.
 */
export type AnswerTopic = TopicKind | 'positions' | 'alerts'

/** A kind with its scope, such as 'finlist:HKEX'. */
export type Topic = { [Kind in TopicKind]: `${Kind}:${TopicScopes[Kind]}` }[TopicKind]
