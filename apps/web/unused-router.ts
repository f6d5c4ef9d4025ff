import type { Plugin } from 'vite'

/**
 * Drops react-router's unused links, forms and contexts from the build, 4 kB of the shell. The bundler would keep them
 * for their names in React's tools, and because it cannot know that creating one has no side effect.
 */
export function withoutUnusedRouter(): Plugin {
  return {
    name: 'finlist-without-unused-router',
    apply: 'build',
    transform: {
      filter: { id: /node_modules[\\/]react-router[\\/]/ },
      handler: code => ({
        code: code
          .replace(/^\w+\.displayName = "\w+";$/gm, '')
          .replace(/^(const \w+ = )(React\$1\.(?:forwardRef|createContext)\()/gm, '$1/* @__PURE__ */ $2'),
        map: null,
      }),
    },
  }
}
