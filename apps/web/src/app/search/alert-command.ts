import type { AlertKind } from '@finlist/domain/alerts/kind-names'

export type AlertCommand = { stock: string; kind: Extract<AlertKind, 'price-above' | 'price-below'>; value: number }

const command =
  /^(?:(?:set\s+)?(?:an?\s+)?(?:price\s+)?alert\s+(?:(?:on|for)\s+)?|(?:設定|设定|設置)?(?:股價|到價|价格)?(?:提示|提醒)\s*)?(?<stock>\S.*?)\s*(?<sign>[<>≤≥]=?|\s(?:above|over|below|under)\s|高於|高于|升至|升到|低於|低于|跌至|跌到)\s*(?:hk\$|us\$|nt\$|[$¥])?\s*(?<price>\d[\d,]*(?:\.\d+)?)$/iu
const rises = /^(?:[>≥]=?|above|over|高於|高于|升至|升到)$/i

/** The price alert that the text asks for, as in `set alert 700 > 400` or `700 < 350`; undefined if it asks for none. */
export function alertAsked(typed: string): AlertCommand | undefined {
  const { stock, sign, price } = command.exec(typed.normalize('NFKC').trim())?.groups ?? {}
  const value = Number(price?.replaceAll(',', ''))
  if (!stock || !sign || !(value > 0)) return undefined
  return { stock, kind: rises.test(sign.trim()) ? 'price-above' : 'price-below', value }
}
