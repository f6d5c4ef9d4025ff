/** Every operator command: a one-line description and its program, loaded when it is run. */
export const commands = {
  user: {
    about: 'Create an account, give it roles and plans, or turn its two-step sign-in off',
    load: () => import('./user.ts'),
  },
  'sign-out': { about: 'End every session of an account', load: () => import('./sign-out.ts') },
  token: { about: 'Print a ten-minute API token of an account', load: () => import('./token.ts') },
  keys: { about: 'List the signing keys, or rotate them', load: () => import('./keys.ts') },
  catalogue: { about: 'Create the products and prices at the payment provider', load: () => import('./catalogue.ts') },
  import: { about: 'Load market data, lists and other files', load: () => import('./import.ts') },
  backfill: { about: "Load a market's history from its source", load: () => import('./backfill.ts') },
  propose: { about: 'Print the list that a method makes as of a day', load: () => import('./propose.ts') },
  reconstruct: {
    about: "Compute the lists of the weeks before a market's first",
    load: () => import('./reconstruct.ts'),
  },
  learn: { about: 'Train and test the forecast of outcomes of a market', load: () => import('./learn.ts') },
  'data-doubts': {
    about: "List a market's doubtful prices, or decide one",
    load: () => import('./data-doubts.ts'),
  },
  verify: { about: 'Check the record, and rebuild a list from it', load: () => import('./verify.ts') },
  job: { about: 'List the jobs, read the log of one, or run it now', load: () => import('./job.ts') },
  backup: { about: 'Write the database to a file', load: () => import('./backup.ts') },
  restore: { about: 'Load a backup into an empty database', load: () => import('./restore.ts') },
  doctor: { about: 'Try everything that the settings name', load: () => import('./doctor.ts') },
  clock: { about: "Show or advance a demo's clock; refused elsewhere", load: () => import('./clock.ts') },
} as const satisfies Record<string, { about: string; load: () => Promise<unknown> }>

export type CommandName = keyof typeof commands

export const isCommand = (word: string): word is CommandName => Object.hasOwn(commands, word)

const builtIn = ['help', 'completion']

export function commandHelp(): string {
  const names = Object.keys(commands)
  const width = Math.max(...names.map(name => name.length)) + 2
  const rows = Object.entries(commands).map(([name, { about }]) => `  ${name.padEnd(width)}${about}`)
  return `finlist <command> [arguments]

${rows.join('\n')}

finlist help <command> shows its arguments, finlist --version the version.
finlist completion prints what bash reads to complete them: finlist completion > /etc/bash_completion.d/finlist`
}

/** Returns a bash script that completes the command's name, then names of files. */
export function bashCompletion(): string {
  const words = [...Object.keys(commands), ...builtIn].join(' ')
  return `_finlist() {
  local word=\${COMP_WORDS[COMP_CWORD]}
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W '${words}' -- "$word"))
  elif [ "\${COMP_WORDS[1]}" = help ]; then COMPREPLY=($(compgen -W '${Object.keys(commands).join(' ')}' -- "$word"))
  else COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -F _finlist finlist`
}
