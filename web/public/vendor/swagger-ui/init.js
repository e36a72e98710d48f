// Mounts the API reference at /docs; the page itself is served by the Worker.
window.addEventListener('load', () => {
  window.SwaggerUIBundle({
    url: '/openapi.json',
    dom_id: '#swagger-ui',
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    // Sends no document to the public validator.
    validatorUrl: null,
  });
});
