import fc from 'fast-check'
import { action, RandomShop } from './random-shop.ts'
const t: Record<string, number> = {}
;(globalThis as any).__e = (a: string, m: string) => { const k = a + ' ' + m.replace(/[a-z_]+_[A-Za-z0-9]{20,}/g, 'X').slice(0, 120); t[k] = (t[k] ?? 0) + 1 }
fc.check(fc.property(fc.array(action, { maxLength: 60, size: 'max' }), as => { const shop = new RandomShop(); for (const a of as) { t['*' + a.act] = (t['*' + a.act] ?? 0) + 1; shop.do(a) } }), { numRuns: 200, seed: 4 })
console.log(Object.entries(t).sort((a, b) => b[1] - a[1]))
