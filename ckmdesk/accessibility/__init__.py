"""What screen readers are given: interfaces of widgets that paint themselves, of menus and of documents."""
