"""The engine of ckmdesk: from confidential microdata to tables that may be published."""
