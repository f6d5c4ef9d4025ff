import { expect, it } from 'vitest'
import { TooMany } from '../../src/http/client-errors.ts'

it.each([
  [0.2, 'Too many tries. Please try again in 1 second.', '嘗試次數過多，請於 1 秒後再試。'],
  [2, 'Too many tries. Please try again in 2 seconds.', '嘗試次數過多，請於 2 秒後再試。'],
])(
  'a refusal after too many attempts states the waiting time, in the singular for one second: %s',
  (wait, english, chinese) => {
    const refused = new TooMany(wait)
    expect(refused.entries('en')).toEqual([{ message: english }])
    expect(refused.entries('zh')).toEqual([{ message: chinese }])
  },
)
