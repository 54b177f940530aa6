"""The look of screens, report and phones: colours, icons and fonts."""
