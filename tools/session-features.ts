import { withoutComments } from './imports.ts'

/**
 * Statements that leave something in their database session after the transaction, or that need something left there
 * earlier. A pooler gives each transaction any free session, so such statements work through a pooler only by chance.
 */
const features: readonly { name: string; written: RegExp }[] = [
  { name: 'LISTEN', written: /['"`;]\s*(?:un)?listen\s+["$\w*]/gi },
  { name: 'an advisory lock of the session', written: /\bpg_(?:try_)?advisory_(?:un)?lock(?:_shared|_all)?\b/gi },
  {
    name: 'SET without LOCAL',
    written:
      /['"`;]\s*(?:set\s+(?:session\s+)?(?!local\b|constraints\b|transaction\b)(?:[\w.]+\s*(?:=|to\s+(?:['"$\d]|default|on|off))|time\s+zone\b|role\b|authorization\b)|reset\s+\w+\s*['"`;])/gi,
  },
  { name: 'set_config of the session', written: /\bset_config\s*\([^;`]{0,200}?,\s*false\s*\)/gi },
  {
    name: 'a temporary table that outlives its transaction',
    written:
      /\bcreate\s+(?:local\s+)?temp(?:orary)?\s+(?:table(?![^;`]{0,600}\bon\s+commit\s+drop\b)|view|sequence)\b/gi,
  },
  { name: 'a cursor WITH HOLD', written: /\bwith\s+hold\b/gi },
  {
    name: 'a prepared statement',
    written: /['"`;]\s*(?:prepare|deallocate|discard)\s+\w|\bquery\(\s*\{[^{}]*\bname\s*:/gi,
  },
  {
    name: 'a connection kept beyond a transaction',
    written: /\b(?:pool|loads)\.connect\(|\.connection\(\)\s*\.execute\(/gi,
  },
]

/** The session features that a file uses, each with the line that uses it. */
export function sessionFeaturesOf(text: string): string[] {
  const code = withoutComments(text)
  return features.flatMap(({ name, written }) =>
    Array.from(code.matchAll(written), ({ index }) => {
      const excerpt = code.slice(index, index + 70).split('\n')
      return `${name}: ${excerpt.join(' ').trim()}`
    }),
  )
}
