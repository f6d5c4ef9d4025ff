export const reportTypes = ['POSITIVE', 'NEGATIVE', 'OTHER'] as const
export type ReportType = (typeof reportTypes)[number]

type News = Exclude<ReportType, 'OTHER'>

/** The names of such announcements, and then what they say about the results, for titles without a name. */
const phrases: Record<News, RegExp>[] = [
  { POSITIVE: /positive|盈喜|正面盈利/i, NEGATIVE: /negative|warning|盈警|盈利警告/i },
  {
    POSITIVE:
      /(increase|growth|rise|improvement) in (\w+ ){0,4}(profit|earnings)|(decrease|reduction|decline) in (\w+ ){0,4}loss|loss to (a )?(net )?profit|turn(ed )?around|扭虧|轉虧為盈|由虧轉盈|虧損.{0,6}(減少|收窄|下降)|(溢利|盈利|利潤|純利).{0,6}(增加|增長|上升)|預喜/i,
    NEGATIVE:
      /(decrease|reduction|decline|drop|fall) in (\w+ ){0,4}(profit|earnings)|increase in (\w+ ){0,4}loss|profit to (a )?(net )?loss|轉盈為虧|由盈轉虧|虧損.{0,6}(增加|擴大|上升)|(溢利|盈利|利潤|純利).{0,6}(減少|下降|下跌|倒退)|預虧/i,
  },
]

/** What an announcement is, and the words that say so; null if no words do, or if they contradict each other. */
export type Classified = { type: ReportType; by: string | null }

/**
 * Classifies a profit announcement by the vendor's word for its type and by its title, in either language. A type of our
 * own decides. Otherwise the title goes first: the exchange files good and bad news alike under "Profit Warning".
 */
export function classify({ type, title }: { type: string; title: string }): Classified {
  const own = reportTypes.find(name => name === type.trim().toUpperCase())
  if (own) return { type: own, by: own }
  return [title, type].map(classifyText).find(found => found !== undefined) ?? { type: 'OTHER', by: null }
}

/** Undefined for a text without any such words. */
function classifyText(text: string): Classified | undefined {
  for (const { POSITIVE, NEGATIVE } of phrases) {
    const [good, bad] = [POSITIVE.exec(text)?.[0], NEGATIVE.exec(text)?.[0]]
    if (good && bad) return { type: 'OTHER', by: null }
    if (good) return { type: 'POSITIVE', by: good }
    if (bad) return { type: 'NEGATIVE', by: bad }
  }
  return undefined
}
