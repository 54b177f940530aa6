"""The screens, each with a kv file of its name. They bind to the table and send it verbs."""
