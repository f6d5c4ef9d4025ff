import { type GameTrade, saveGameTrade } from '@finlist/contract/fintrainer'
import { CallError } from '../../api/call-error.ts'
import { request } from '../../api/request.ts'

/** Delays, in ms, before an unconfirmed trade is sent again. The last delay repeats. */
const pausesMs = [3_000, 15_000, 60_000]
const unsaved: GameTrade[] = []
let tries = 0
let waiting: ReturnType<typeof setTimeout> | undefined
let sending = false

/**
 * Confirms to the server that this browser has received a trade that the server executed. The trade counts even without
 * this confirmation, so a failure is only logged. The confirmation is sent again after a delay, or with the next trade.
 */
export function saveTrade(trade: GameTrade): void {
  unsaved.push(trade)
  void send()
}

async function send() {
  if (sending) return
  sending = true
  clearTimeout(waiting)
  try {
    for (let trade = unsaved[0]; trade; trade = unsaved[0]) {
      await acknowledge(trade)
      unsaved.shift()
      tries = 0
    }
  } catch (error) {
    console.error('A trade could not be saved', error)
    waiting = setTimeout(() => void send(), pausesMs[Math.min(tries, pausesMs.length - 1)])
    tries++
  } finally {
    sending = false
  }
}

async function acknowledge(trade: GameTrade) {
  try {
    await request(saveGameTrade, { body: trade })
  } catch (error) {
    // A refused trade would be refused again, so it is not sent again.
    if (!(error instanceof CallError) || error.httpStatus === 0 || error.httpStatus >= 500) throw error
    console.error('A trade was not accepted', error)
  }
}
