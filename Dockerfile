# The server with the page it serves. It needs a PostgreSQL (DATABASE_URL); see docs/operation.md.

FROM node:20-bookworm-slim AS page
WORKDIR /espalier
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund && npm run build

FROM node:20-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/espalier
WORKDIR /espalier
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund --omit=dev --workspace=@espalier/server --include-workspace-root \
  && npm cache clean --force \
  && install --directory --owner=node --group=node /var/lib/espalier
COPY --from=page /espalier/apps/web/dist apps/web/dist

USER node
EXPOSE 3000
VOLUME /var/lib/espalier
# It drains within ten seconds of SIGTERM.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--import", "tsx", "apps/server/src/main.ts"]
