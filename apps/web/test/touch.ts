/// <reference types="@vitest/browser-playwright" />
import { onTestFinished } from 'vitest'
import { cdp } from 'vitest/browser'
import type { Spot } from './chart-page.tsx'

type Finger = Spot & { id?: number }

/** Simulates fingers on the screen, through the browser's input events, until the test ends. */
export async function touchScreen() {
  const client = cdp()
  const emulate = (enabled: boolean) =>
    client.send('Emulation.setTouchEmulationEnabled', { enabled, maxTouchPoints: 5 })
  await emulate(true)
  onTestFinished(async () => {
    await emulate(false)
  })
  const frame = window.frameElement?.getBoundingClientRect() ?? { x: 0, y: 0 }
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Finger[]) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: touchPoints.map(({ x, y, ...id }) => ({ x: x + frame.x, y: y + frame.y, ...id })),
    })
  const down = (...at: Finger[]) => send('touchStart', at)
  const up = () => send('touchEnd', [])
  return {
    down,
    up,
    async slide(from: Finger[], to: Finger[]) {
      for (let step = 1; step <= 8; step++)
        await send(
          'touchMove',
          from.map((finger, at) => ({
            ...finger,
            x: finger.x + ((to[at]!.x - finger.x) * step) / 8,
            y: finger.y + ((to[at]!.y - finger.y) * step) / 8,
          })),
        )
    },
    async tap(at: Spot) {
      await down(at)
      await up()
    },
  }
}
