import type { Plugin } from 'vite'

/** Lets the browser fetch the app and its libraries together with the start, which asks for the first data meanwhile. */
export function preloadApp(): Plugin {
  return {
    name: 'finlist-preload-app',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {}, chunk: start }) =>
        Object.values(bundle)
          .filter(({ name }) => name === 'app')
          // The largest first: a browser opens six connections.
          .flatMap(app => [...('imports' in app ? app.imports : []), app.fileName])
          .filter(file => file !== start?.fileName && !start?.imports.includes(file))
          .map(file => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', fetchpriority: 'low', crossorigin: true, href: `/${file}` },
            injectTo: 'head',
          })),
    },
  }
}
