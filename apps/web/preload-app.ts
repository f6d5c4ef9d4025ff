import type { Plugin } from 'vite'

/**
 * Makes the browser fetch the app and its libraries in parallel with the start script, which fetches the first data.
 */
export function preloadApp(): Plugin {
  return {
    name: 'finlist-preload-app',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {}, chunk: start }) =>
        Object.values(bundle)
          .filter(({ name }) => name === 'app')
          // Largest first, because a browser opens only six connections.
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
