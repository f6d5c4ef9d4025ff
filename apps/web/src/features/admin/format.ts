import { language } from '../../api/language.ts'

const locale = () => (language() === 'zh' ? 'zh-HK' : 'en-GB')

/** A moment in Hong Kong time, wherever the reader is. */
export const formatMoment = (moment: string) =>
  new Intl.DateTimeFormat(locale(), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'Asia/Hong_Kong',
  }).format(Date.parse(moment))

export function formatBytes(bytes: number): string {
  const [size, unit] =
    bytes < 1_024 ? [bytes, 'B'] : bytes < 1_048_576 ? [bytes / 1_024, 'kB'] : [bytes / 1_048_576, 'MB']
  return `${new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(size)} ${unit}`
}

export const formatCount = (count: number) => new Intl.NumberFormat('en').format(count)
