# The stage of `npm start` in a container, for one machine (docs/operate.md#other-machines-and-docker). All data, and the key, are in /data.
FROM node:24-slim
# workerd checks certificates of model endpoints against the system's.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --chown=node . .
RUN mkdir /data && chown node /app /data
USER node
RUN npm ci && npm run build:web && npm cache clean --force
ENV HOST=0.0.0.0 PORT=8787
EXPOSE 8787
VOLUME /data
HEALTHCHECK --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.mjs", "--persist-to", "/data/state", "--vars", "/data/vars"]
