/// How the server's own pages look: one column, system fonts, light or dark as the reader's device is.
enum PageStyle {
    /// The style sheet; it stands in every page, so that nothing has to be fetched.
    static let css = """

        :root {
          color-scheme: light dark;
          --ink: #1f2933; --soft: #5f6b7a; --paper: #fcfbf8; --box: #f0eee8; --line: #ddd9cf; --link: #0a5aa8;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --ink: #e4e2dc; --soft: #9aa5b1; --paper: #15191e; --box: #20262d; --line: #333b45; --link: #7cb8f5;
          }
        }
        body {
          margin: 0 auto; max-width: 46rem; padding: 1rem 1rem 4rem; background: var(--paper); color: var(--ink);
          font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word;
        }
        h1 { font-size: 1.6rem; line-height: 1.2; }
        h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); }
        h3 { font-size: 1rem; margin: 1.75rem 0 0; }
        p { margin: .4rem 0; }
        a { color: var(--link); }
        nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: 1rem 0; }
        nav a { padding: .3rem 0; }
        .path, .small { font-size: .875rem; color: var(--soft); }
        .path, pre { font-family: ui-monospace, monospace; }
        pre {
          margin: .6rem 0 .2rem; padding: .6rem .8rem; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--box); border-radius: .4rem;
          font-size: .875rem;
        }
        code { font: inherit; user-select: all; }
        details { margin: .6rem 0; padding-left: .8rem; border-left: 3px solid var(--line); }
        summary { cursor: pointer; padding: .3rem 0; color: var(--link); }

        """
}
