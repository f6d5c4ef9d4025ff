import { type GameTrade, saveGameTrade } from '@finlist/contract/fintrainer'
import { CallError } from '../../api/call-error.ts'
import { request } from '../../api/request.ts'

/** Until a trade that could not be saved is sent again, ms; the last one for every further time. */
const pausesMs = [3_000, 15_000, 60_000]
const unsaved: GameTrade[] = []
let tries = 0
let waiting: ReturnType<typeof setTimeout> | undefined
let sending = false

/**
 * Tells the server that a trade which it has executed arrived here. The trade counts without it: nobody is disturbed when
 * it fails, it is logged and sent again, by itself and with the next trade.
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
    waiting = setTimeout(send, pausesMs[Math.min(tries, pausesMs.length - 1)])
    tries++
  } finally {
    sending = false
  }
}

async function acknowledge(trade: GameTrade) {
  try {
    await request(saveGameTrade, { body: trade })
  } catch (error) {
    // What was refused once is refused for ever.
    if (!(error instanceof CallError) || error.httpStatus === 0 || error.httpStatus >= 500) throw error
    console.error('A trade was not accepted', error)
  }
}
