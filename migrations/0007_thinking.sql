-- What a call's tokens were, and what its provider said it charged. Null: the endpoint did not tell.
ALTER TABLE calls ADD COLUMN reasoning_tokens INTEGER; -- of the completion: thought
ALTER TABLE calls ADD COLUMN cached_tokens INTEGER;    -- of the prompt: from the provider's cache
ALTER TABLE calls ADD COLUMN provider_cost REAL;       -- in the provider's own currency
