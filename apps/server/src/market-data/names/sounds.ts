import { Converter } from 'opencc-js/t2cn'
import { pinyin } from 'pinyin-pro'
import { getJyutpingList } from 'to-jyutping'

/** The dictionary of pinyin knows phrases, which decide between a character's readings, in simplified characters only. */
const simplified = Converter({ from: 'hk', to: 'cn' })

/**
 * How a Chinese name sounds in Mandarin and Cantonese, without tones and joined: the initials and the whole, separated
 * by spaces. Other characters are left out. Loads dictionaries of 100 MB, so only the thread `workers/sounds.ts` may
 * import this file.
 */
export function soundsOf(name: string): string {
  const mandarin = pinyin(simplified(name), { type: 'array', toneType: 'none', nonZh: 'removed', v: true })
  const cantonese = getJyutpingList(name).flatMap(([, sound]) => sound?.replaceAll(/\d/g, '').split(' ') ?? [])
  const whole = mandarin.join('')
  // The vowel ü is typed as v or as u.
  const written = [initials(mandarin), whole, whole.replaceAll('v', 'u'), initials(cantonese), cantonese.join('')]
  return [...new Set(written)].filter(Boolean).join(' ')
}

const initials = (syllables: readonly string[]) => syllables.map(syllable => syllable[0]).join('')
