import { Fragment, type ReactNode } from 'react'

/** Names and what they stand for, under one another; what is null or false is left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, fact: ReactNode])[] }) {
  return (
    <dl className="mt-2.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-13">
      {facts.map(
        ([name, fact]) =>
          fact !== null &&
          fact !== false && (
            <Fragment key={name}>
              <dt className="text-faded">{name}</dt>
              <dd className="wrap-anywhere">{fact}</dd>
            </Fragment>
          ),
      )}
    </dl>
  )
}
